// npm run fuzz -- COUNT [SEED]: the long run. The same count and seed send the same requests.
import { startInhabited } from '../support/world.ts'
import { leaks, plan, send } from './requests.ts'

const [count = 20_000, seed = 1] = process.argv.slice(2).map(Number)
const service = await startInhabited()
const requests = plan(service, count, seed)
const started_ms = performance.now()
const { sent, succeeded, statuses, faults } = await send(service, requests)
const seconds = (performance.now() - started_ms) / 1000
const leaked = leaks(service)
await service.close()
console.log(`${sent} requests in ${seconds.toFixed(1)} s, seed ${seed}; ${succeeded} answered with success.`)
console.log(`By status: ${JSON.stringify(statuses)}`)
for (const fault of faults.slice(0, 50)) console.log(`FAULT ${fault}`)
for (const line of leaked.slice(0, 20)) console.log(`LEAK ${line.trim()}`)
console.log(`${faults.length} faults, ${leaked.length} lines of the log with a secret.`)
process.exit(faults.length + leaked.length > 0 || succeeded < sent / 2 ? 1 : 0)
