import type { ComponentProps } from 'react';
import { IMAGE_TYPES } from '#domain/pins/images.ts';

type Props = ComponentProps<'input'> & { onFiles: (files: File[]) => void };

/**
 * A file input, by default for pictures and hidden. MIME types without extensions make an iPhone
 * convert its HEIC photos to JPEG.
 */
export function FilePicker({ onFiles, ...rest }: Props) {
  // Memoising would cost the wizard more than it saves.
  'use no memo';
  return (
    <input
      type="file"
      hidden
      accept={IMAGE_TYPES.join()}
      {...rest}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // Allows choosing the same file again.
        target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
