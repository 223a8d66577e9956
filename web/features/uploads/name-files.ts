/** What browsers call a picture that has no name of its own. */
const NAMELESS = /^image(\.\w+)$/i;

/** Gives nameless pictures a name that is not `known` and begins with `word`, such as `Foto`. */
export function nameFiles(files: readonly File[], word: string, known: readonly string[]): File[] {
  const taken = new Set(known.map((name) => name.replace(/\.\w+$/, '')));
  return files.map((file) => {
    const ending = NAMELESS.exec(file.name)?.[1];
    if (!ending) return file;
    let number = 1;
    while (taken.has(`${word} ${number}`)) number += 1;
    taken.add(`${word} ${number}`);
    const { type, lastModified } = file;
    return new File([file], `${word} ${number}${ending}`, { type, lastModified });
  });
}
