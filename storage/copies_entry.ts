import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { makeCopy, type CopyOrder } from './copies.ts'

// Requests go first. Elsewhere than on Linux the priority would be that of the whole process.
if (process.platform === 'linux') setPriority(5)
await makeCopy(workerData as CopyOrder)
