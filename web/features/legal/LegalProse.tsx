import type { LegalBlock, LegalItem, LegalText } from '#domain/legal/document.ts';
import styles from './LegalProse.module.css';

export function LegalProse({ sections }: Pick<LegalText, 'sections'>) {
  return sections.map(({ title, blocks }) => (
    <section key={title} className={styles.section}>
      <h3 className={styles.title}>{title}</h3>
      {blocks.map((block) => (
        <Block key={keyOf(block)} block={block} />
      ))}
    </section>
  ));
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') return <p>{block}</p>;
  return (
    <ul className={styles.list}>
      {block.map((item) => (
        <li key={typeof item === 'string' ? item : item.name}>
          <Item item={item} />
        </li>
      ))}
    </ul>
  );
}

function Item({ item }: { item: LegalItem }) {
  if (typeof item === 'string') return item;
  return (
    <>
      <strong>{item.name}:</strong> {item.text}
    </>
  );
}

function keyOf(block: LegalBlock): string {
  return typeof block === 'string' ? block : JSON.stringify(block);
}
