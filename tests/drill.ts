// npm run drill: faults as an operator meets them, done to real services in scratch folders. A table says what callers saw,
// which alert came after how long, and what recovered by itself. It takes about ten minutes. Disks need root and mount, the
// clock needs Debian's faketime; what is not there is left out and said so.
import { clockBy, damaged, diskFull, readOnly, refusedStart } from './drills/machine.ts'
import { hangingMails, killed, providerHanging, slowSites } from './drills/others.ts'
import { nodeKilled, postgresFrozen, postgresFull, postgresGone } from './drills/postgres.ts'
import type { Outcome } from './drills/scene.ts'

const drills = [
  ...[clockBy(3), clockBy(-3), hangingMails, slowSites, damaged, diskFull, readOnly],
  ...[postgresGone, postgresFrozen, postgresFull, nodeKilled, providerHanging, killed, refusedStart],
]
const wanted = process.argv.slice(2).join(' ')
const waiting = drills.filter(({ name }) => name.includes(wanted))
const rows: [string, Outcome | string][] = []

async function worker(): Promise<void> {
  for (let drill = waiting.shift(); drill !== undefined; drill = waiting.shift()) {
    const { name, run } = drill
    const outcome = await run().catch((error: Error) => `FAILED: ${error.message}`)
    console.error(`${name}: ${JSON.stringify(outcome)}`)
    rows.push([name, outcome])
  }
}
await Promise.all([worker(), worker(), worker()])

console.log('| fault | callers saw | alert | recovered |\n|---|---|---|---|')
for (const { name } of drills) {
  const outcome = rows.find(([one]) => one === name)?.[1]
  if (typeof outcome === 'string') console.log(`| ${name} | ${outcome} | | |`)
  else if (outcome !== undefined)
    console.log(`| ${name} | ${outcome.callers} | ${outcome.alert} | ${outcome.recovered} |`)
}
process.exit(0)
