/** The account's owner closed the window that asks for the password or the second factor. */
export class ReauthenticationDeclined extends Error {}
