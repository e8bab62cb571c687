// npm run drill: faults as an operator meets them, done to real services in scratch folders. A table says what callers saw,
// which alert came after how long, and what recovered by itself. It takes about ten minutes. Disks need root and mount, the
// clock needs Debian's faketime; what is not there is left out and said so.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { clockBy, damaged, diskFull, movedAway, readOnly, refusedStart } from './drills/machine.ts'
import { hangingMails, killed, providerHanging, slowSites } from './drills/others.ts'
import { nodeKilled, postgresFrozen, postgresFull, postgresGone } from './drills/postgres.ts'
import type { Outcome } from './drills/scene.ts'

const run = promisify(execFile)
const drills = [
  ...[clockBy(3), clockBy(-3), hangingMails, slowSites, damaged, movedAway, diskFull, readOnly],
  ...[postgresGone, postgresFrozen, postgresFull, nodeKilled, providerHanging, killed, refusedStart],
]
const [wanted = '', alone] = process.argv.slice(2)
if (alone !== undefined) {
  const outcome = await drills.find(({ name }) => name === wanted)!.run()
  console.log(JSON.stringify(outcome))
  process.exit()
}

const waiting = drills.filter(({ name }) => name.includes(wanted))
const rows: [string, Outcome | string][] = []

/** Each has a process of its own, so that what one waits for holds up no other's clock. */
async function worker(): Promise<void> {
  for (let drill = waiting.shift(); drill !== undefined; drill = waiting.shift()) {
    const { name } = drill
    const outcome = await run(process.execPath, [import.meta.filename, name, 'alone']).then(
      ({ stdout }) => JSON.parse(stdout.trim().split('\n').at(-1)!) as Outcome,
      ({ stderr }: { stderr: string }) => `FAILED: ${stderr.trim().split('\n').slice(-3).join(' ')}`,
    )
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
