// The operator's commands about sites, and what is sold on them.
import { operatorOrders, operatorProducts, operatorRefund } from '../tools/orders/operator.ts'
import { operatorPrice } from '../tools/team/products.ts'
import { operatorAddSite, operatorSetSite, operatorSites } from '../tools/team/sites.ts'
import { now, place, withKnownStorage, type Command } from './command.ts'

export const aboutSites: Command[] = [
  {
    name: 'site list',
    does: 'list the sites of this deployment',
    run: () => withKnownStorage(operatorSites),
  },
  {
    name: 'site add',
    takes: 'KEY HOST NAME PURPOSE',
    does: 'add a site that answers at a host; it sells nothing before it has prices',
    run: ({ words }) => withKnownStorage((storage) => operatorAddSite(storage, words, place())),
  },
  {
    name: 'site set',
    takes: 'KEY FIELD VALUE',
    does: 'change the name, host, purpose, currency, free_queue_weeks, free_week_cap or mail_from of a site; within a second, everywhere',
    run: ({ words }) => withKnownStorage((storage) => operatorSetSite(storage, words, place())),
  },
  {
    name: 'products',
    does: 'list what is sold on each site, and the prices',
    run: () => withKnownStorage(operatorProducts),
  },
  {
    name: 'products price',
    takes: 'SITE KEY CENTS',
    does: 'set the net price of a product at once, on a site that sells it or not yet; orders made before keep theirs',
    run: ({ words: [site_key, key, cents] }) =>
      withKnownStorage((storage) =>
        operatorPrice(storage, { site_key: site_key!, key: key!, cents: cents! }, place()),
      ),
  },
  {
    name: 'orders export',
    takes: 'FILE.csv',
    does: 'write every order with its amounts and numbers',
    run: ({ words: [file] }) => withKnownStorage((storage) => operatorOrders(storage, file!)),
  },
  {
    name: 'orders refund',
    takes: 'NUMBER',
    does: 'refund a payment, and undo what it bought',
    run: ({ words: [number] }) => withKnownStorage((storage) => operatorRefund(storage, number!, now())),
  },
]
