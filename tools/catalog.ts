// All tools, in the order of the specification's section 4.
import getProgramme from './awards/get_programme.ts'
import listTrophies from './awards/list_trophies.ts'
import verifyAward from './awards/verify_award.ts'
import getAccount from './account/get_account.ts'
import getBlogPost from './blog/get_blog_post.ts'
import listBlogPosts from './blog/list_blog_posts.ts'
import getCategory from './categories/get_category.ts'
import listCategories from './categories/list_categories.ts'
import claimListing from './claims/claim_listing.ts'
import listMyClaims from './claims/list_my_claims.ts'
import verifyClaim from './claims/verify_claim.ts'
import getDraft from './drafts/get_draft.ts'
import inviteCofounder from './drafts/invite_cofounder.ts'
import listMyDrafts from './drafts/list_my_drafts.ts'
import submitDraft from './drafts/submit_draft.ts'
import submitListing from './drafts/submit_listing.ts'
import updateDraft from './drafts/update_draft.ts'
import getFounder from './founders/get_founder.ts'
import listFounders from './founders/list_founders.ts'
import listInterviewQuestions from './founders/list_interview_questions.ts'
import getLaunchWeek from './launches/get_launch_week.ts'
import listLaunches from './launches/list_launches.ts'
import compareListings from './listings/compare_listings.ts'
import getAlternatives from './listings/get_alternatives.ts'
import getBadges from './listings/get_badges.ts'
import getListing from './listings/get_listing.ts'
import getListingEvidence from './listings/get_listing_evidence.ts'
import searchListings from './listings/search_listings.ts'
import addMilestone from './my_listings/add_milestone.ts'
import answerInterview from './my_listings/answer_interview.ts'
import chooseFreeListing from './my_listings/choose_free_listing.ts'
import deleteMilestone from './my_listings/delete_milestone.ts'
import getMyListing from './my_listings/get_my_listing.ts'
import listMyListings from './my_listings/list_my_listings.ts'
import postListingUpdate from './my_listings/post_listing_update.ts'
import setFounderStory from './my_listings/set_founder_story.ts'
import updateMyListing from './my_listings/update_my_listing.ts'
import createCheckout from './orders/create_checkout.ts'
import getOrder from './orders/get_order.ts'
import listMyOrders from './orders/list_my_orders.ts'
import listProducts from './orders/list_products.ts'
import quoteOrder from './orders/quote_order.ts'
import getLeaderboard from './rankings/get_leaderboard.ts'
import listAwards from './rankings/list_awards.ts'
import getSiteInfo from './site/get_site_info.ts'
import type { AnyTool, Tool } from './tool.ts'

const tools: readonly AnyTool[] = [
  // 4.1 Public operations
  getSiteInfo,
  searchListings,
  getListing,
  getAlternatives,
  compareListings,
  listCategories,
  getCategory,
  getLaunchWeek,
  listLaunches,
  getLeaderboard,
  listFounders,
  getFounder,
  listBlogPosts,
  getBlogPost,
  listAwards,
  getBadges,
  listInterviewQuestions,
  // 4.2 Account and drafts
  getAccount,
  submitListing,
  listMyDrafts,
  getDraft,
  updateDraft,
  inviteCofounder,
  submitDraft,
  // 4.3 My listings
  listMyListings,
  getMyListing,
  updateMyListing,
  postListingUpdate,
  addMilestone,
  deleteMilestone,
  setFounderStory,
  answerInterview,
  chooseFreeListing,
  // 4.4 Claims
  claimListing,
  verifyClaim,
  listMyClaims,
  // 4.5 Orders
  quoteOrder,
  createCheckout,
  listMyOrders,
  getOrder,
  listProducts,
  // Additions to the 41 of the specification
  getListingEvidence,
  listTrophies,
  verifyAward,
  getProgramme,
]

export const catalog = tools as readonly Tool[]
