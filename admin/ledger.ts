// The operator's commands about the ledger of votes.
import { operatorKey, operatorRecount, operatorWitness } from '../tools/ledger/operator.ts'
import { now, publicUrl, withKnownStorage, type Command } from './command.ts'

export const aboutLedger: Command[] = [
  {
    name: 'recount',
    takes: 'WEEK',
    may: ['dump', 'site'],
    does: 'count a week again, by its Monday: from the rows of its votes, or from its lines of the ledger in a file',
    run: ({ words: [week], dump, site }) =>
      withKnownStorage((storage) => operatorRecount(storage, week!, dump, site)),
  },
  {
    name: 'ledger-witness',
    takes: 'VKEY URL',
    may: ['site'],
    does: 'an independent witness (C2SP tlog-witness) is asked to sign every checkpoint of the ledger; yours proves nothing',
    run: ({ words: [vkey, url], site }) =>
      withKnownStorage((storage) => operatorWitness(storage, { vkey: vkey!, url: url!, now: now() }, site)),
  },
  {
    name: 'ledger-key',
    may: ['site', 'stolen'],
    does: 'a new key signs the ledger of votes, and the one before beside it for eight weeks; where that was stolen, never again',
    run: ({ site, stolen }) =>
      withKnownStorage((storage) =>
        operatorKey(storage, { now: now(), public_url: publicUrl() }, { site, stolen }),
      ),
  },
]
