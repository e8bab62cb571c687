// What happens to the machine: its clock, its disk, the file of the database, and starts that are refused.
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import Database from 'better-sqlite3'
import { admin, newFolder, startAdmin, startServer } from '../support/programs.ts'
import { within, type Drill, type Outcome } from './scene.ts'

const faketime = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file))

export const clockBy = (days: number): Drill => ({
  name: `clock ${days > 0 ? 'ahead' : 'back'} by ${Math.abs(days)} days, and right again`,
  async run() {
    if (faketime === undefined) return 'left out: faketime is not installed'
    const folder = newFolder()
    const file = folder.file('clock')
    writeFileSync(file, '+0')
    const faked = {
      ...{ LD_PRELOAD: faketime, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' },
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    return within(faked, async ({ alert, until, service }) => {
      writeFileSync(file, `${days > 0 ? '+' : '-'}${Math.abs(days)}d`)
      const began = await alert(/^clock$/, 120)
      writeFileSync(file, '+0')
      const over = await alert(/^clock$/, 120, 'alert.over')
      const jobs = await until(
        async () => (await (await fetch(`${service.url}/readyz`)).text()) === '{"status":"ready"}',
        60,
      )
      return { alert: `${began}; over ${over}`, recovered: `jobs run again ${jobs}` }
    }).finally(folder.remove)
  },
})

export const damaged: Drill = {
  name: 'pages in the middle of the database overwritten',
  run: () =>
    within({}, async (here) => {
      const file = `${here.path}/launch.db`
      const database = new Database(file)
      database.pragma('wal_checkpoint(TRUNCATE)')
      database.close()
      const size = statSync(file).size
      const handle = openSync(file, 'r+')
      for (let at = 0.3; at < 0.7; at += 0.02)
        writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, Math.floor((size * at) / 4096) * 4096)
      closeSync(handle)
      const alert = await here.alert(/^faults$|^database$/, 180)
      const backup = await admin(here.path, 'backup', `${here.path}/copy.db`)
      const { out, err } = await admin(here.path, 'doctor')
      const doctor = `${err}\n${out}`.split('\n').find((line) => /^BAD\tintegrity|damaged/.test(line))
      return {
        callers: `a copy is ${backup.code === 0 ? 'MADE' : 'refused'}; doctor: ${doctor ?? 'sees nothing'}`,
        alert,
        recovered: 'nothing: a copy must be put back',
      }
    }),
}

export const movedAway: Drill = {
  name: 'the file of the database moved away, and put back',
  run: () =>
    within({}, async ({ path, service, alert, until }) => {
      const file = `${path}/launch.db`
      renameSync(file, `${file}.away`)
      const { status } = await fetch(`${service.url}/readyz`)
      const began = await alert(/^database gone$/, 180)
      renameSync(`${file}.away`, file)
      const ready = await until(async () => (await fetch(`${service.url}/readyz`)).ok, 30)
      const over = await alert(/^database gone$/, 180, 'alert.over')
      return {
        callers: `/readyz: ${status} at once`,
        alert: `${began}; over ${over}`,
        recovered: `ready ${ready}`,
      }
    }),
}

/** A disk of its own. */
async function onDisk(work: (path: string) => Promise<Outcome>): Promise<Outcome | string> {
  const folder = newFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', folder.path])
  if (mounted.status !== 0) return 'left out: it takes root and mount'
  try {
    return await work(folder.path)
  } finally {
    spawnSync('umount', ['-l', folder.path])
    folder.remove()
  }
}

export const diskFull: Drill = {
  name: 'disk full',
  run: () =>
    onDisk((path) =>
      within(
        {},
        async (here) => {
          const key = await here.keyOf('ana@tide.example')
          const before = await here.write(key)
          spawnSync('sh', ['-c', `cat /dev/zero > ${path}/filler`])
          const full = new Set<number>()
          // What the log of writes has room for already still goes in.
          for (let n = 0; n < 500 && !full.has(503); n += 1) full.add(await here.write(key))
          const alert = await here.alert(/^disk$|^database$/, 180)
          rmSync(`${path}/filler`)
          const again = await here.until(async () => (await here.write(key)) === 201, 30)
          return {
            callers: `a write: ${before}, then ${[...full].join(', ')}`,
            alert,
            recovered: `writes ${again}`,
          }
        },
        path,
      ),
    ),
}

/** What a service that does not start says. */
const sentence = async (data_dir: string, settings: Record<string, string> = {}): Promise<string> =>
  startServer(data_dir, settings).then(
    async (service) => `STARTED ${(await service.stop()).code}`,
    (error: Error) => {
      const { err } = JSON.parse(/\{.*\}/s.exec(error.message)![0]) as { err: string }
      return `“${err.trim().split('\n').at(-1)!}”`
    },
  )

export const readOnly: Drill = {
  name: 'start on a disk that is read-only',
  run: () =>
    onDisk(async (path) => {
      await (await startServer(path)).stop()
      spawnSync('mount', ['-o', 'remount,ro', path])
      const said = await sentence(path)
      spawnSync('mount', ['-o', 'remount,rw', path])
      const again = await sentence(path)
      return {
        callers: 'nobody was there',
        alert: said,
        recovered: `then it ${again.slice(0, 7).toLowerCase()}`,
      }
    }),
}

export const refusedStart: Drill = {
  name: 'starts that are refused',
  async run() {
    const folder = newFolder()
    const bad = await sentence(folder.path, { PUBLIC_URL: 'http://launch.example' })
    await startAdmin(folder.path, ['sign-in-link', 'ana@tide.example']).ended
    const database = new Database(`${folder.path}/launch.db`)
    const schema = database.pragma('user_version', { simple: true }) as number
    database.pragma('user_version = 9999')
    database.close()
    const newer = await sentence(folder.path)
    const back = new Database(`${folder.path}/launch.db`)
    back.pragma(`user_version = ${schema}`)
    back.close()
    folder.remove()
    return { callers: 'nobody was there', alert: `${bad} ${newer}`, recovered: 'said at once, status 1' }
  },
}
