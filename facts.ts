// Every fact that a listing or a draft states, described once. Data and types only, and no imports, so that every layer
// may read it: what can be done with a kind of fact is in tools/facts/kinds.ts, how it is kept in storage/tables/columns.ts.

/** Of a single value, or of a list of texts. */
export type FieldKind =
  | 'line'
  | 'text'
  | 'slug'
  | 'country'
  | 'year'
  | 'email'
  | 'link'
  | 'list'
  | 'categories'
/** Of what is a thing of its own beside `fields`: the table has only its label, its hint and what it counts. */
const partKinds = ['faqs', 'accounts', 'people'] as const

/**
 * sought: a draft has it, and it is looked for on websites. typed: a draft has it, and only people fill it in.
 * edit: its owner may change it on the listing (2.11). travels: and on the company's other listings with it.
 * exchange: the files of an import and an export have it. shown: everybody reads it on the profile.
 * compared: two listings, or a draft and its competitor, are set side by side in it.
 * named, told: search finds its words, beside those of the name or among those of the description.
 * door: where an agent comes to use the product itself; it is looked at every week (jobs/look_at_doors.ts).
 */
export type Place =
  | 'sought'
  | 'typed'
  | 'edit'
  | 'travels'
  | 'exchange'
  | 'shown'
  | 'compared'
  | 'named'
  | 'told'
  | 'door'

type Fact = Readonly<{
  kind: FieldKind | (typeof partKinds)[number]
  label: string
  /** Characters that a listing takes (2.11), of one item where there are many. */
  max?: number
  /** Characters that the files of an import take, where those are more. */
  exchange_max?: number
  in: readonly Place[]
  required?: true
  /** What programs are told that it is, where the label says too little. */
  about?: string
  /** Stands beside the box in which a person types it. */
  hint?: string
  /** What that box offers; other words may be typed. */
  offered?: readonly string[]
  /** Lines of that box; one without a number takes a single line. */
  rows?: number
  /** What it counts in the completeness of a draft, and what to do about it when it is blank. */
  complete?: Readonly<{ weight: number; advice: string }>
}>

const listed = { kind: 'list', max: 200, hint: 'One on each line, up to 20' } as const
const door = {
  kind: 'link',
  max: 500,
  in: ['sought', 'edit', 'exchange', 'shown', 'door'],
  hint: 'An address',
} as const

/** What the prices of a website are read as. Others may be said; forms offer two that no prices tell. */
export const pricingModels = [
  'Free',
  'Freemium',
  'Subscription',
  'One-time',
  'Usage-based',
  'Contact sales',
] as const
const offeredModels = [...pricingModels, 'Pay what you can', 'Open source'] as const

/** In the order in which they are shown, where nothing else is said. */
export const facts = {
  name: {
    kind: 'line',
    label: 'Name',
    about: 'Name of the product',
    max: 160,
    in: ['sought'],
    required: true,
    complete: { weight: 15, advice: 'Send fields.name with the name of the product.' },
  },
  tagline: {
    kind: 'line',
    label: 'Tagline',
    about: 'What it does, in a line',
    max: 200,
    in: ['sought', 'edit', 'exchange', 'shown', 'compared'],
    complete: {
      weight: 10,
      advice: 'Send fields.tagline: what it does, in one line of at most 200 characters.',
    },
  },
  short_description: {
    kind: 'text',
    label: 'Short description',
    max: 300,
    in: ['sought', 'edit', 'shown', 'told'],
    rows: 3,
    complete: { weight: 5, advice: 'Send fields.short_description with at most 300 characters.' },
  },
  description: {
    kind: 'text',
    label: 'Description',
    about: 'What it does, for whom and why',
    max: 20_000,
    in: ['sought', 'edit', 'exchange', 'shown', 'told'],
    rows: 10,
    complete: {
      weight: 10,
      advice: 'Send fields.description: what it does, for whom and why, in a few paragraphs.',
    },
  },
  stage: {
    kind: 'slug',
    label: 'Stage',
    about: 'Such as idea, mvp, launched, growing',
    max: 60,
    exchange_max: 200,
    in: ['sought', 'exchange', 'shown', 'compared'],
    offered: ['idea', 'mvp', 'launched', 'growing'],
  },
  pricing_model: {
    kind: 'line',
    label: 'Pricing model',
    about: 'Such as Free, Freemium, Subscription',
    max: 40,
    in: ['sought', 'edit', 'exchange', 'shown', 'compared'],
    offered: offeredModels,
    hint: 'For example Free, Freemium or Subscription',
    complete: {
      weight: 5,
      advice: 'Send fields.pricing_model, for example Free, Freemium or Subscription.',
    },
  },
  pricing_summary: {
    kind: 'text',
    label: 'Pricing',
    about: 'Plans and prices',
    max: 300,
    in: ['sought', 'edit', 'shown', 'compared'],
    rows: 3,
  },
  country: {
    kind: 'country',
    label: 'Country',
    about: 'Where it is based: code such as DE',
    max: 2,
    in: ['sought', 'edit', 'exchange', 'shown', 'compared'],
    hint: 'Its name, or two letters such as PT',
    complete: { weight: 3, advice: 'Send fields.country as a two-letter code, for example FI.' },
  },
  city: { kind: 'line', label: 'City', max: 120, in: ['sought', 'edit', 'exchange', 'shown', 'compared'] },
  founded_year: {
    kind: 'year',
    label: 'Founded',
    about: 'Year it was founded',
    max: 4,
    in: ['sought', 'edit', 'exchange', 'shown', 'compared'],
    hint: 'The year',
  },
  contact_email: {
    kind: 'email',
    label: 'Contact',
    about: 'Email for customers',
    max: 254,
    in: ['sought', 'edit', 'shown'],
    hint: 'An address for customers',
    complete: { weight: 3, advice: 'Send fields.contact_email with an address for customers.' },
  },
  demo_video_url: {
    kind: 'link',
    label: 'Demo video',
    about: 'Address of a video',
    max: 500,
    in: ['sought', 'edit', 'shown'],
    hint: 'An https address',
  },
  logo_url: {
    kind: 'link',
    label: 'Logo',
    about: 'Address of the logo',
    max: 500,
    in: ['sought', 'shown'],
    hint: 'The https address of a picture',
    complete: { weight: 5, advice: 'Send fields.logo_url with the https address of a picture.' },
  },
  mcp_url: { ...door, label: 'MCP server', about: 'Its own MCP server' },
  openapi_url: { ...door, label: 'OpenAPI file', about: 'Of its API' },
  docs_url: { ...door, label: 'Documentation' },
  llms_txt: { ...door, label: 'llms.txt', about: 'Address of it' },
  categories: {
    kind: 'categories',
    label: 'Categories',
    about: 'Slugs of list_categories, primary first',
    max: 200,
    in: ['sought'],
    required: true,
    hint: 'The first is its main category; three more can be bought',
    complete: {
      weight: 15,
      advice: 'Send fields.categories with one to four slugs from list_categories, the primary one first.',
    },
  },
  tags: { ...listed, label: 'Tags', in: ['sought', 'exchange', 'shown', 'named'], rows: 3 },
  features: {
    ...listed,
    label: 'Features',
    about: 'What it can do',
    in: ['sought', 'edit', 'shown', 'compared'],
    rows: 6,
    complete: { weight: 8, advice: 'Send fields.features as a list of short phrases.' },
  },
  usps: { ...listed, label: 'What sets it apart', in: ['sought', 'edit', 'shown', 'compared'], rows: 5 },
  keywords: {
    ...listed,
    label: 'Keywords',
    about: 'Words it is searched by',
    in: ['sought', 'edit', 'shown', 'named'],
    rows: 4,
  },
  headline: {
    kind: 'line',
    label: 'Headline',
    max: 200,
    in: ['edit', 'travels', 'shown'],
    hint: 'Stands above the summary',
  },
  summary: { kind: 'text', label: 'Summary', max: 20_000, in: ['edit', 'travels'], rows: 8 },
  /** A draft has these two as `seo`, within narrower limits (2.10: 70 and 170). */
  seo_title: { kind: 'line', label: 'Title for search engines', max: 200, in: ['edit', 'travels'] },
  seo_description: {
    kind: 'text',
    label: 'Description for search engines',
    max: 320,
    in: ['edit', 'travels'],
    rows: 3,
  },
  faqs: {
    kind: 'faqs',
    label: 'Questions and answers',
    in: ['sought'],
    complete: { weight: 5, advice: 'Send faqs with questions that customers ask, and their answers.' },
  },
  company_socials: {
    kind: 'accounts',
    label: 'Accounts of the company',
    in: ['sought'],
    complete: { weight: 4, advice: 'Send company_socials with the accounts of the company.' },
  },
  founder_socials: {
    kind: 'accounts',
    label: 'Accounts of the founder',
    in: ['sought'],
    complete: {
      weight: 5,
      advice: 'Send founder_socials with one account of the first founder; the free plan needs it.',
    },
  },
  founders: {
    kind: 'people',
    label: 'Founders',
    in: ['sought'],
    hint: 'The free plan needs the first one’s title, a text about them of 80 characters or more, and a link under Accounts of the founder',
    complete: {
      weight: 7,
      advice:
        'Send founders with name, title and a bio of 80 characters or more; the free plan needs it for the first founder.',
    },
  },
} as const satisfies Record<string, Fact>

type Facts = typeof facts
export type FactName = keyof Facts
type FactWith<Has> = { [N in FactName]: Facts[N] extends Has ? N : never }[FactName]
/** The names of the facts that are in a place. */
export type FactIn<P extends Place> = {
  [N in FactName]: P & Facts[N]['in'][number] extends never ? never : N
}[FactName]
export type KindOf<N extends FactName> = Facts[N]['kind']

/** A field of a draft, or one that only its listing has. */
export type Field = FactWith<{ kind: FieldKind }>
export type DraftedName = FactIn<'sought' | 'typed'>
export type FieldName = DraftedName & Field
export type PartName = Exclude<DraftedName, Field>
export type ListFact = FactWith<{ kind: 'list' | 'categories' }>
export type ListField = FieldName & ListFact
export type TextField = Exclude<FieldName, ListFact>
/** Fields that are looked for on a website: each needs a finder and a proof (jobs/drafting). */
type SoughtField = FactIn<'sought'> & Field
export type SoughtList = SoughtField & ListFact
export type SoughtText = Exclude<SoughtField, ListFact>
/** The listing has a column of its name. */
export type ColumnFact = Exclude<Field, 'categories'>

/** A fact without what only its own declaration says. */
export const factOf = (name: FactName): Fact => facts[name]
/** `facts` is a literal, and has no other names than its own. */
const isFact = (name: string): name is FactName => Object.hasOwn(facts, name)
/** What people call it, whichever name comes from outside. */
export const labelOf = (name: string): string | undefined => (isFact(name) ? facts[name].label : undefined)
const names: readonly FactName[] = Object.keys(facts).filter(isFact)

export const isIn = <P extends Place>(name: FactName, ...places: P[]): name is FactIn<P> =>
  places.some((place) => factOf(name).in.includes(place))
export const factsIn = <P extends Place>(...places: P[]): FactIn<P>[] =>
  names.filter((name) => isIn(name, ...places))
const isField = (name: FactName): name is Field =>
  !(partKinds as readonly string[]).includes(facts[name].kind)
export const isList = <N extends FactName>(name: N): name is N & ListFact =>
  facts[name].kind === 'list' || facts[name].kind === 'categories'

/** Whatever can be locked, restored and redrafted by its name. */
export const draftedNames = factsIn('sought', 'typed')
export const fieldNames: readonly FieldName[] = draftedNames.filter((name) => isField(name))
export const partNames = draftedNames.filter((name) => !isField(name))
export const doors = factsIn('door')
export const textFields = fieldNames.filter((name) => !isList(name))
const soughtFields: readonly SoughtField[] = factsIn('sought').filter((name) => isField(name))
export const soughtLists = soughtFields.filter((name) => isList(name))
export const soughtTexts = soughtFields.filter((name) => !isList(name))
export const columnFacts = names.filter((name) => isField(name)).filter((name) => name !== 'categories')

/**
 * An object with what `make` gives for each name. The one cast of the table: that the value of a name is of its own kind
 * follows from `make` looking it up by that name, which the compiler cannot follow through a union of names.
 */
export function byFact<T extends Partial<Record<FactName, unknown>>>(
  names: readonly (keyof T & FactName)[],
  make: (name: keyof T & FactName) => T[keyof T & FactName],
): T {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as T
}
