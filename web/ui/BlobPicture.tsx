import { useEffect, useState } from 'react';
import styles from './BlobPicture.module.css';

type Props = { content: Blob; alt: string; className?: string | undefined };

/** A picture from a blob, such as a chosen file; small unless `className` sets another size. */
export function BlobPicture({ content, alt, className = styles.picture }: Props) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url === null ? null : <img className={className} src={url} alt={alt} />;
}
