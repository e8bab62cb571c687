// The operator's commands in one process that stays: each is given its settings, as a program of its own would be.
import { run } from '../../admin/run.ts'
import type { Asked, Ended } from './programs.ts'

process.umask(0o077)
process.once('disconnect', () => process.exit())

let before: Promise<unknown> = Promise.resolve()
process.on('message', (asked: Asked) => {
  before = before.then(async () => process.send!(await perform(asked)))
})

async function perform({ words, settings }: Asked): Promise<Ended> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, settings)
  const told: string[] = []
  console.error = (line: string) => void told.push(line)
  const { code, out, err } = await run(words)
  return { code, out, err: [...told, ...err].map((line) => `${line}\n`).join('') }
}
