import type { Press } from '#domain/press.ts';
import { PinFace } from '#web/ui/PinFace.tsx';
import { cropOf, type Picture } from './picture.ts';
import { type PreviewUrls, usePreview } from './preview-urls.ts';

type Props = {
  picture: Picture;
  previews: PreviewUrls;
  press: Press;
  size: 'small' | 'large';
};

export function PicturePin({ picture, previews, press, size }: Props) {
  const src = usePreview(previews, picture.id);
  return <PinFace src={src} crop={cropOf(picture)} press={press} size={size} />;
}
