// All tools, in the order of the specification's section 4.
import type { Tool } from './tool.ts'
import getAccount from './account/get_account.ts'
import getSiteInfo from './site/get_site_info.ts'

export const catalog: readonly Tool[] = [getSiteInfo, getAccount] as readonly unknown[] as readonly Tool[]
