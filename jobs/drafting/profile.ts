import type { KindOf, SoughtList, SoughtText } from '../../facts.ts'
import type { SocialPlatform } from '../../storage/tables/columns.ts'

/** A page as the crawler hands it over: its HTML already decoded from the page's own charset. */
export type Page = { url: string; html: string; fetched_at: string }

export type Region = 'header' | 'nav' | 'main' | 'footer' | 'aside'

/** One visible line. The marks say what surrounds it, because a name in a testimonial is not a founder. */
export type Block = {
  text: string
  tag: string
  level: number
  region: Region
  /** Not shown until something is opened (an accordion, a dialog). */
  hidden: boolean
  /** Code, a terminal, a mock-up, sample data: nothing in it is said about the company. */
  sample: boolean
  /** A testimonial, a comment, a blockquote, a customer: somebody else speaks. */
  foreign: boolean
  /** Lines of the same element (parted by <br>) share the group. */
  group: number
  /** How many elements it stands in, and how it is built: lines of one list look alike. */
  depth: number
  shape: string
  /** The bold words that name it, where no mark parts them from the rest; '' as a rule. */
  lead: string
  /** Which row of a table it stands in, from 1; 0 outside of tables. */
  row: number
}

export type Link = {
  href: string
  text: string
  region: Region
  sample: boolean
  foreign: boolean
  /** The line it stands in, as an index into `blocks`. */
  block: number
}

export type Picture = { src: string; alt: string; cue: string; region: Region }

export type JsonObject = { [key: string]: unknown }

export type ReadPage = {
  url: string
  title: string
  lang: string
  /** What is stored and what quotes are checked against; see stored_text.ts. */
  text: string
  blocks: Block[]
  links: Link[]
  pictures: Picture[]
  videos: string[]
  metas: Map<string, string>
  json_ld: JsonObject[]
  canonical: string | null
  refresh_to: string | null
  client_rendered: boolean
}

/** What the evidence check needs of a page: no more than what was stored. */
export type StoredPage = { url: string; text: string }

export type Where = 'visible' | 'meta' | 'json-ld' | 'link'
export type Evidence = { quote: string; url: string; where: Where }
export type Proven<T> = { value: T; evidence: Evidence[] }
export type ProvenOrNull<T> = Proven<T> | null

export type Faq = { question: string; answer: string }
export type Founder = { name: string; title: string | null; bio: string | null }
/** `words` are those that tell it, with their weights (storage/search/telling.ts); `parent` is a slug. */
export type Category = {
  slug: string
  name: string
  description?: string | null
  parent?: string | null
  words?: string
}

export type Socials = Partial<Record<SocialPlatform, Proven<string>>>

export type ExtractedProfile = { [N in SoughtList]: Proven<string>[] } & {
  [N in SoughtText]: ProvenOrNull<KindOf<N> extends 'year' ? number : string>
} & {
  faqs: Proven<Faq>[]
  company_socials: Socials
  founders: Proven<Founder>[]
  founder_socials: Socials
}
