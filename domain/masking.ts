/** What a link shows of a buyer: enough to know one's own order, too little to find a person. */
const HIDDEN = '•••';

/** @returns the first name and the initial of the next, such as `Rosa P.` */
export function maskName(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/);
  return second ? `${first} ${letters(second)[0]}.` : first;
}

/** @returns such as `••• 678`; of a short number nothing stays */
export function maskPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  return digits.length < 7 ? HIDDEN : `${HIDDEN} ${digits.slice(-3)}`;
}

/** @returns such as `r•••@correo.cl`; what is no address is hidden whole */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at > 0 ? `${letters(email)[0]}${HIDDEN}${email.slice(at)}` : HIDDEN;
}

/** @returns such as `Av•••` */
export function maskAddress(address: string): string {
  const shown = letters(address.trim());
  return shown.length > 6 ? `${shown.slice(0, 2).join('')}${HIDDEN}` : HIDDEN;
}

function letters(text: string): string[] {
  return Array.from(text);
}
