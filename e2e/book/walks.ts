import type { Walk } from './stage.ts';
import { adminOrder } from './walks/admin-order.ts';
import { adminOrders } from './walks/admin-orders.ts';
import { adminCodes, adminUsers } from './walks/admin-rest.ts';
import { complaint } from './walks/complaint.ts';
import { delivery, savedAddress } from './walks/delivery.ts';
import { headerAdmin, headerCustomer, headerUnverified } from './walks/header.ts';
import { home, noscript } from './walks/home.ts';
import { images, wizardLost } from './walks/images.ts';
import { legal } from './walks/legal.ts';
import { links } from './walks/links.ts';
import { map } from './walks/map.ts';
import { orderPage } from './walks/order-page.ts';
import { offering, owner } from './walks/owner.ts';
import { ownerOrders } from './walks/owner-orders.ts';
import { paymentsAdmin, payOnline } from './walks/pay-online.ts';
import { products } from './walks/products.ts';
import { newProfile, profile } from './walks/profile.ts';
import { proof } from './walks/proof.ts';
import { secondFactor } from './walks/second-factor.ts';
import { security } from './walks/security.ts';
import { settings } from './walks/settings.ts';
import { signIn, signInLost } from './walks/sign-in.ts';
import { studio } from './walks/studio.ts';
import { summary } from './walks/summary.ts';
import { today } from './walks/today.ts';
import { uploads } from './walks/uploads.ts';
import { ways } from './walks/ways.ts';
import { workshop } from './walks/workshop.ts';
import { workshopPaper } from './walks/workshop-paper.ts';

/** Every screen of the shop in every state. */
export const walks: readonly Walk[] = [
  home,
  noscript,
  legal,
  wizardLost,
  images,
  uploads,
  studio,
  products,
  delivery,
  savedAddress,
  map,
  summary,
  headerCustomer,
  headerUnverified,
  headerAdmin,
  signIn,
  signInLost,
  profile,
  newProfile,
  security,
  secondFactor,
  links,
  proof,
  complaint,
  adminOrders,
  adminOrder,
  adminCodes,
  adminUsers,
  today,
  workshop,
  workshopPaper,
  settings,
  ways,
  orderPage,
  payOnline,
  paymentsAdmin,
  owner,
  ownerOrders,
  offering,
];
