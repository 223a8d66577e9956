import { PinFace } from '#web/ui/PinFace.tsx';
import { cropOf, fileOf, type Picture } from './picture.ts';
import { type PreviewUrls, usePreview } from './preview-urls.ts';
import { usePin } from './use-pin.ts';

type Props = { picture: Picture; previews: PreviewUrls; size: 'small' | 'medium' | 'large' };

export function PicturePin({ picture, previews, size }: Props) {
  const src = usePreview(previews, fileOf(picture));
  return (
    <PinFace
      src={src}
      pin={{ ...usePin(picture), crop: cropOf(picture), text: picture.text }}
      size={size}
    />
  );
}
