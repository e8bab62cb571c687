// A thread that holds the write lock of the database file it is given, from its first message on, for 300 ms.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

const database = new Database(workerData as string)
database.exec('BEGIN IMMEDIATE')
parentPort!.postMessage('held')
setTimeout(() => {
  database.exec('COMMIT')
  database.close()
}, 300)
