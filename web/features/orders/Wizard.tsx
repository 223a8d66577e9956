export function Wizard({ calls }: { calls: number }) {
  return <p>{calls}</p>;
}
