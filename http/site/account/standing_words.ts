// The status of a listing, in the words of its owner's pages.
import { html, type Html } from '../html.ts'
import { day } from '../parts.ts'

type Standing = {
  status: 'draft' | 'awaiting_badge' | 'scheduled' | 'live' | 'suspended' | 'withdrawn'
  launch_week: string | null
  live_at: string | null
}

export const statusWords: Record<Standing['status'], string> = {
  draft: 'Not launched',
  awaiting_badge: 'Waiting',
  scheduled: 'Scheduled',
  live: 'Live',
  suspended: 'Suspended',
  withdrawn: 'Withdrawn',
}

export const planWords = { free: 'Free plan', launch: 'Paid launch' } as const

/** One sentence: its status and what comes next. */
export function standsAs({ status, launch_week, live_at }: Standing): Html {
  if (status === 'live') return html`Live since ${day(live_at!)}.`
  if (status === 'scheduled') return html`Launches on Monday, ${day(launch_week!)}.`
  if (status === 'awaiting_badge')
    return live_at === null
      ? html`Queued for the week of ${day(launch_week!)}; something is still missing.`
      : html`Out of sight until the badge is back.`
  if (status === 'suspended') return html`The site team took it out of sight.`
  if (status === 'withdrawn') return html`Withdrawn. Its texts are kept for when you submit it again.`
  return html`Choose when it launches. Nothing is public yet.`
}
