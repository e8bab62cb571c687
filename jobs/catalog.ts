// All jobs. Tools refer to a job only by its kind, in the queue.
import { askWitnesses } from './ask_witnesses.ts'
import { checkBadge } from './check_badge.ts'
import { compareCompetitor } from './compare_competitor.ts'
import { crawlSite } from './crawl_site.ts'
import { draftProfile } from './draft_profile.ts'
import type { Job } from './queue/job.ts'
import { lookAtDoors } from './look_at_doors.ts'
import { keepLogo } from './keep_logo.ts'
import { mergeSearchIndex } from './merge_search_index.ts'
import { noteCountry } from './note_country.ts'
import { playPayment } from './play_payment.ts'
import { readFactsAgain } from './read_facts_again.ts'
import { reconcilePayments } from './reconcile_payments.ts'
import { refundPayment } from './refund_payment.ts'
import { refreshStatistics } from './refresh_statistics.ts'
import { sealWeeks } from './seal_weeks.ts'
import { sendDigests } from './send_digests.ts'
import { sendMail } from './send_mail.ts'
import { sendWebhook } from './send_webhook.ts'
import { sweepIdentity } from './sweep.ts'
import { findUnusedPictures, sweepPictures } from './sweep_pictures.ts'
import { turnWeeks } from './turn_weeks.ts'
import { weighVotes } from './weigh_votes.ts'

export const jobs: readonly Job[] = [
  crawlSite,
  draftProfile,
  compareCompetitor,
  sendMail,
  sendWebhook,
  checkBadge,
  keepLogo,
  lookAtDoors,
  readFactsAgain,
  turnWeeks,
  sealWeeks,
  askWitnesses,
  sendDigests,
  weighVotes,
  refundPayment,
  noteCountry,
  playPayment,
  reconcilePayments,
  sweepIdentity,
  sweepPictures,
  findUnusedPictures,
  mergeSearchIndex,
  refreshStatistics,
]
