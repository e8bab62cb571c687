import { setPriority } from 'node:os'
import { serveTasks } from './thread.ts'
import { tasks } from './tasks.ts'

// Requests go first. Elsewhere than on Linux the priority would be that of the whole process.
if (process.platform === 'linux') setPriority(5)
serveTasks(tasks)
