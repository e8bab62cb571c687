import { setPriority } from 'node:os'
import { serveTasks } from './thread.ts'
import { tasks } from './tasks.ts'

// Whoever waits for an answer goes first. Elsewhere the number would be that of the whole process.
if (process.platform === 'linux') setPriority(5)
serveTasks(tasks)
