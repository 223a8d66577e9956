import { useState } from 'react';

/** The rows of a list that are selected, by their ids. */
export function useChoice() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen,
    choose: (ids: readonly string[], isChosen: boolean) =>
      setChosen((now) => {
        const others = [...now].filter((id) => !ids.includes(id));
        return new Set(isChosen ? [...others, ...ids] : others);
      }),
    clear: () => setChosen(new Set()),
  };
}
