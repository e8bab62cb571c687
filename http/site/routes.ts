// All pages, one line each.
import type { H3 } from 'h3'
import { applications } from './account/applications.ts'
import { claimLink } from './account/claim_link.ts'
import { consent } from './account/consent.ts'
import { claims } from './account/claims.ts'
import { draft, draftForms } from './account/draft.ts'
import { draftEvents } from './account/draft_events.ts'
import { drafts } from './account/drafts.ts'
import { digestLink } from './account/digest_link.ts'
import { follows } from './account/follows.ts'
import { interview } from './account/interview.ts'
import { invite } from './account/invite.ts'
import { keys } from './account/keys.ts'
import { listings } from './account/listings.ts'
import { myListing } from './account/my_listing.ts'
import { myListingAlternatives } from './account/my_listing_alternatives.ts'
import { myListingEdit } from './account/my_listing_edit.ts'
import { myListingFounders } from './account/my_listing_founders.ts'
import { myListingNews } from './account/my_listing_news.ts'
import { myListingNumbers } from './account/my_listing_numbers.ts'
import { myListingPictures } from './account/my_listing_pictures.ts'
import { myListingKit } from './account/my_listing_kit.ts'
import { myListingPlan } from './account/my_listing_plan.ts'
import { draftPreview, myListingPreview } from './account/my_listing_preview.ts'
import { myListingWithdraw } from './account/my_listing_withdraw.ts'
import { orders } from './account/orders.ts'
import { overview } from './account/overview.ts'
import { ownDataRoute, profile } from './account/profile.ts'
import { sessions } from './account/sessions.ts'
import { signIn } from './account/sign_in.ts'
import { signInLink } from './account/sign_in_link.ts'
import { submit } from './account/submit.ts'
import { comeBack, leaveForUpstream } from './account/upstream.ts'
import { unsubscribe } from './account/unsubscribe.ts'
import { webhooks } from './account/webhooks.ts'
import { feedRoutes } from './feeds.ts'
import { privateRoutes, type PrivatePage } from './private_page.ts'
import { agents } from './public/agents.ts'
import { awards } from './public/awards.ts'
import { blog, post } from './public/blog.ts'
import { board } from './public/boards.ts'
import { categories, category } from './public/categories.ts'
import { checkout } from './public/checkout.ts'
import { compare } from './public/compare.ts'
import { connect } from './public/connect.ts'
import { digest } from './public/digest.ts'
import { docs } from './public/docs.ts'
import { docsOperation } from './public/docs_operation.ts'
import { feedList } from './public/feed_list.ts'
import { founder, founders } from './public/founders.ts'
import { home } from './public/home.ts'
import { ledger } from './public/ledger.ts'
import { listing } from './public/listing.ts'
import { listingBadges } from './public/listing_badges.ts'
import { ranking } from './public/ranking.ts'
import { receipt } from './public/receipt.ts'
import { search } from './public/search.ts'
import { texts } from './public/texts.ts'
import { theme } from './public/theme.ts'
import { updates } from './public/updates.ts'
import { week } from './public/week.ts'
import { receiptRoutes, votes as ownVotes } from './account/votes.ts'
import { ledgerRoutes } from './ledger_files.ts'
import { outRoutes } from './out.ts'
import { publicRoutes, type PublicPage } from './public_page.ts'
import { sitemapRoutes } from './sitemap.ts'
import { staticRoutes } from './static_files.ts'
import { suggestionRoutes } from './suggestions.ts'
import { award, verification } from './public/award.ts'
import { hallOfFame } from './public/hall_of_fame.ts'
import { founderTrophies, listingTrophies } from './public/trophies.ts'
import { programme, programmes } from './public/programme.ts'
import { report } from './public/report.ts'
import { review } from './public/review.ts'
import { alternatives } from './team/alternatives.ts'
import { audit } from './team/audit.ts'
import { categories as teamCategories, category as teamCategory, newCategory } from './team/categories.ts'
import { desk } from './team/desk.ts'
import { payments } from './team/payments.ts'
import { disputes } from './team/disputes.ts'
import { edits } from './team/edits.ts'
import { findings } from './team/findings.ts'
import { health } from './team/health.ts'
import { listing as teamListing } from './team/listing.ts'
import { listings as teamListings } from './team/listings.ts'
import { mail } from './team/mail.ts'
import { people } from './team/people.ts'
import { person } from './team/person.ts'
import { newPost, post as teamPost } from './team/post.ts'
import { posts } from './team/posts.ts'
import { products } from './team/products.ts'
import { programmes as teamProgrammes } from './team/programmes.ts'
import { record } from './team/record.ts'
import { reports } from './team/reports.ts'
import { newSite, site, sites } from './team/sites.ts'
import { votesOfListing, votesOfPerson } from './team/votes.ts'
import type { Visits } from './visit.ts'

const publicPages: readonly PublicPage[] = [
  home,
  week,
  listing,
  search,
  categories,
  category,
  board,
  ranking,
  founders,
  founder,
  blog,
  post,
  awards,
  verification,
  award,
  hallOfFame,
  programmes,
  programme,
  listingTrophies,
  founderTrophies,
  updates,
  ledger,
  agents,
  compare,
  listingBadges,
  feedList,
  digest,
  ...texts,
  docs,
  docsOperation,
  connect,
]

const privatePages: readonly PrivatePage[] = [
  signIn,
  signInLink,
  leaveForUpstream,
  comeBack,
  invite,
  claimLink,
  unsubscribe,
  digestLink,
  submit,
  drafts,
  draft,
  ...draftForms,
  listings,
  myListing,
  myListingEdit,
  myListingFounders,
  myListingNews,
  myListingNumbers,
  myListingPictures,
  myListingAlternatives,
  myListingPreview,
  myListingPlan,
  myListingKit,
  draftPreview,
  myListingWithdraw,
  claims,
  orders,
  ownVotes,
  follows,
  interview,
  overview,
  profile,
  keys,
  webhooks,
  applications,
  sessions,
  consent,
  theme,
  checkout,
  receipt,
  report,
  review,
]

export const teamPages: readonly PrivatePage[] = [
  desk,
  findings,
  disputes,
  reports,
  edits,
  teamListings,
  teamListing,
  votesOfListing,
  votesOfPerson,
  alternatives,
  teamCategories,
  newCategory,
  teamCategory,
  posts,
  newPost,
  teamPost,
  products,
  teamProgrammes,
  sites,
  newSite,
  site,
  people,
  person,
  payments,
  health,
  mail,
  record,
  audit,
]

/** The pages, each at its path. */
export const sitePaths: readonly string[] = [...publicPages, ...privatePages, ...teamPages].map(
  ({ path }) => path,
)

export function siteRoutes(app: H3, visits: Visits): void {
  publicRoutes(app, visits, publicPages)
  privateRoutes(app, visits, [...privatePages, ...teamPages])
  draftEvents(app, visits)
  outRoutes(app, visits)
  feedRoutes(app, visits.services)
  receiptRoutes(app, visits)
  ownDataRoute(app, visits)
  ledgerRoutes(app, visits.services)
  sitemapRoutes(app, visits.services)
  suggestionRoutes(app, visits.services)
  staticRoutes(app)
}
