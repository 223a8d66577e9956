/** Masks a buyer's data for link holders: enough to recognise an order, not to find a person. */
const HIDDEN = '•••';

/** Returns the first name and the initial of the next, such as `Rosa P.`. */
export function maskName(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/);
  return second ? `${first} ${letters(second)[0]}.` : first;
}

/** Returns such as `••• 678`; a short number is masked completely. */
export function maskPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  return digits.length < 7 ? HIDDEN : `${HIDDEN} ${digits.slice(-3)}`;
}

/** Returns such as `r•••@correo.cl`; an invalid address is masked completely. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at > 0 ? `${letters(email)[0]}${HIDDEN}${email.slice(at)}` : HIDDEN;
}

/** Returns `•••` for an address of any length: two letters may name a short street. */
export function maskAddress(address: string): string {
  return address.trim() === '' ? '' : HIDDEN;
}

function letters(text: string): string[] {
  return Array.from(text);
}
