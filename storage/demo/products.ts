import { careProducts } from './products_care.ts'
import { cultureProducts } from './products_culture.ts'
import { dataProducts } from './products_data.ts'
import { homeProducts } from './products_home.ts'
import { landProducts } from './products_land.ts'
import { learningProducts } from './products_learning.ts'
import { moneyProducts } from './products_money.ts'
import { shopProducts } from './products_shops.ts'
import { softwareProducts } from './products_software.ts'
import { teamProducts } from './products_teams.ts'
import { travelProducts } from './products_travel.ts'

/** The invented products, the oldest launch first. */
export const products = [
  ...moneyProducts,
  ...teamProducts,
  ...shopProducts,
  ...landProducts,
  ...softwareProducts,
  ...dataProducts,
  ...careProducts,
  ...homeProducts,
  ...travelProducts,
  ...learningProducts,
  ...cultureProducts,
].sort((a, b) => a.week - b.week)
