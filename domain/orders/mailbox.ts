type Reached = { userEmail: string | null; deliveryData: { email: string | null } };

/**
 * Returns the e-mail of an order's buyer; null for an erased one, and for one whose order the shop
 * opened by phone.
 */
export function mailboxOf({ userEmail, deliveryData }: Reached): string | null {
  return userEmail ?? deliveryData.email;
}

/** Returns how the buyer is told of news, for the end of a sentence; empty without an e-mail. */
export function byMail(order: Reached): '' | ' por correo' {
  return mailboxOf(order) === null ? '' : ' por correo';
}

/** Returns what the shop reads of a step that is mailed to the buyer, if there is an e-mail. */
export function tellsBuyer(
  order: Reached,
  told = 'Le avisamos por correo a quien compró.',
): string {
  return mailboxOf(order) === null ? 'No tiene correo: avísale tú.' : told;
}
