import type { ExtractedProfile, StoredPage } from './profile.ts'
import type { Site } from './extract.ts'
export function checkEvidence(
  profile: ExtractedProfile,
  _pages: StoredPage[],
  _site: Site,
): ExtractedProfile {
  return profile
}
