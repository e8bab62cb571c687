// The frame of the site team's pages. For anybody else they do not exist (404).
import { Refusal } from '../../../tools/errors.ts'
import { framed, type Definition, type PrivatePage } from '../private_page.ts'
import { ownVisit, type OwnVisit } from '../visit.ts'

export const teamPage = <Data extends object | null>(page: Definition<OwnVisit, Data>): PrivatePage =>
  framed(page, (visit) => {
    // Checked before the seal, so that a form's refusal does not reveal that the page exists.
    if (visit.session?.user.role !== 'team')
      throw new Refusal('not_found', 'Page not found. Check the address.')
    return ownVisit(visit)!
  })
