// Problems that an operator must know about, each with what to do.
import { deadJobsKey } from '../../storage/alerts.ts'
import { outageIn } from '../../storage/outage.ts'
import type { Storage } from '../../storage/storage.ts'
import { weekOf } from '../launches/week.ts'
import { overdueJobs } from './overdue.ts'

/** `key` identifies the problem while it lasts. */
export type Trouble = { key: string; what: string; remedy: string }

/** What only the process itself knows. */
export type Surroundings = {
  free_bytes: number
  /** null if the database's file is no longer where it was opened; 0 with PostgreSQL. */
  database_bytes: number | null
  /** Hours between backup copies; null if the service makes none. */
  copies_every_h: number | null
  newest_copy: Date | null
  /** What could not be checked, and why. */
  unseen: { setting: string; why: string }[]
  /** How long the process has been running, by a monotonic clock. */
  up_ms: number
  /** How far the system clock has drifted from the monotonic one since the start. */
  clock_off_ms: number
  /** Answers of the last five minutes with a 5xx status. */
  faults: number
}

const minute_ms = 60_000
const hour_ms = 60 * minute_ms
const mostLate_ms = 5 * minute_ms
/** How long a mail may wait while no other is sent. */
const mailPatience_ms = 1.5 * minute_ms
const least_free_bytes = 512 * 2 ** 20
const mostFaults = 10

export async function troublesOf(storage: Storage, around: Surroundings, now: Date): Promise<Trouble[]> {
  return [
    ...(await seeing('jobs', () => ofJobs(storage, around.up_ms, now))),
    ...(await seeing('weeks and payments', () => ofData(storage, now))),
    ...ofMachine(around, now),
  ]
}

/** A check that fails must not hide the results of the others. */
async function seeing(what: string, look: () => Promise<Trouble[]>): Promise<Trouble[]> {
  try {
    return await look()
  } catch (error) {
    return [
      {
        key: `cannot look at ${what}`,
        what: `The database does not tell how ${what} are: ${outageIn(error)?.trouble ?? (error as Error).name}.`,
        remedy: 'Look at the database and at the disk of DATA_DIR: "admin doctor".',
      },
    ]
  }
}

/** Jobs that waited while the service was down are overdue only once it has had time to do them. */
async function ofJobs(storage: Storage, up_ms: number, now: Date): Promise<Trouble[]> {
  const overdue =
    up_ms < mostLate_ms
      ? []
      : (await overdueJobs(storage, now)).filter(({ by_s }) => by_s * 1000 >= mostLate_ms)
  const failing = await storage.jobs.failing()
  const dead = (await storage.jobs.dead()).length
  const standing = up_ms < mailPatience_ms ? [] : await ofMails(storage, now)
  // What stands is said once: such mails are soon overdue and failing as well.
  const isNews = ({ kind }: { kind: string }) => kind !== 'send_mail' || standing.length === 0
  return [
    ...standing,
    ...overdue.filter(isNews).map(({ kind, by_s }) => ({
      key: `overdue ${kind}`,
      what: `Jobs of the kind ${kind} should have begun ${Math.floor(by_s / 60)} minutes ago.`,
      remedy:
        kind === 'send_mail'
          ? 'Look whether the mail server of MAIL_URL answers.'
          : 'Look at "admin jobs" and the log; if no job is done any more, start the service again.',
    })),
    ...failing.filter(isNews).map(({ kind, count }) => ({
      key: `failing ${kind}`,
      what: `${count} ${count === 1 ? 'job' : 'jobs'} of the kind ${kind} failed three times or more, and will be tried again.`,
      remedy:
        kind === 'send_mail' ? mailRemedy : '"admin jobs" says why, as do the lines "job failed" of the log.',
    })),
    ...(dead === 0
      ? []
      : [
          {
            key: deadJobsKey,
            what: `${dead} ${dead === 1 ? 'job has' : 'jobs have'} failed for good.`,
            remedy: 'Fix the cause, then try them again or dismiss them at /team/health.',
          },
        ]),
  ]
}

const mailRemedy = 'Look whether the mail server of MAIL_URL takes mail. "admin jobs" says what it answered.'

/** A server that hangs takes minutes for a long queue until one of its mails has failed three times. */
async function ofMails(storage: Storage, now: Date): Promise<Trouble[]> {
  const { waits_since, last_sent_at } = await storage.mail.times()
  const before = new Date(now.getTime() - mailPatience_ms).toISOString()
  if (waits_since === null || waits_since > before || (last_sent_at ?? '') > before) return []
  const what = `Mails have waited since ${waits_since.slice(0, 16).replace('T', ' ')} UTC, and none has been sent for more than a minute.`
  return [{ key: 'failing send_mail', what, remedy: mailRemedy }]
}

async function ofData(storage: Storage, now: Date): Promise<Trouble[]> {
  const week = weekOf(now)
  const isTime = now.getTime() - Date.parse(week) > 10 * minute_ms
  const isLate =
    isTime &&
    ((await storage.weeks.unclosed(week)).length > 0 || (await storage.weeks.begun(week, 1)).length > 0)
  const { payments } = await storage.team.waiting()
  return [
    ...(isLate
      ? [
          {
            key: 'week',
            what: `The week of ${week} has begun, and it has not been turned.`,
            remedy: 'Look for turn_weeks in "admin jobs" and in the log.',
          },
        ]
      : []),
    ...(payments > 0
      ? [
          {
            key: 'payments',
            what: `${payments} ${payments === 1 ? 'payment needs' : 'payments need'} somebody to look at.`,
            remedy: 'They are at /team/payments, each with the reason.',
          },
        ]
      : []),
  ]
}

/** If `database_bytes` is null. */
export const databaseGone: Trouble = {
  key: 'database gone',
  what: 'The file launch.db that the service opened is no longer in DATA_DIR: what is written goes into the file that was moved or deleted.',
  remedy:
    'Stop the service and put the file back, with launch.db-wal beside it, or restore the newest copy. Then start the service.',
}

function ofMachine(around: Surroundings, now: Date): Trouble[] {
  const { free_bytes, database_bytes, copies_every_h, newest_copy, up_ms, clock_off_ms, faults } = around
  const found: Trouble[] = []
  const say = (key: string, what: string, remedy: string) => void found.push({ key, what, remedy })
  if (database_bytes === null) found.push(databaseGone)
  if (free_bytes < Math.max(least_free_bytes, database_bytes ?? 0))
    say(
      'disk',
      `${Math.floor(free_bytes / 2 ** 20)} MB are free on the disk of DATA_DIR.`,
      'Make room: without it nothing can be written, and no copy made.',
    )
  if (copies_every_h !== null && up_ms > hour_ms) {
    const age_ms = newest_copy === null ? Infinity : now.getTime() - newest_copy.getTime()
    if (age_ms > copies_every_h * hour_ms + 2 * hour_ms)
      say(
        'copy',
        newest_copy === null
          ? 'No copy of the database has been made.'
          : `The newest copy of the database is ${Math.floor(age_ms / hour_ms)} hours old.`,
        'The log says why, in the lines about copy_database. Meanwhile make one: "admin backup FILE".',
      )
  }
  for (const { setting, why } of around.unseen)
    say(
      `cannot look at ${setting}`,
      `The folder of ${setting} cannot be looked at. ${why}`,
      `Mend the folder, or set ${setting} to another one and start the service again.`,
    )
  if (Math.abs(clock_off_ms) > minute_ms)
    say(
      'clock',
      `The clock of this machine has been moved by ${Math.round(clock_off_ms / 1000)} seconds since the service started.`,
      'Look whether it is right. If it is, start the service again; if not, mend it: weeks are turned and jobs done by it.',
    )
  if (faults >= mostFaults)
    say(
      'faults',
      `${faults} answers of the last five minutes were faults of ours or of the database.`,
      'The log has a line for each, with its request id.',
    )
  return found
}
