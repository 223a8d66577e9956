export { openPreviewMaker } from './make-preview.ts';
export { PictureStrip } from './PictureStrip.tsx';
export type { Picture, UploadedPicture } from './picture.ts';
export { createPreviewUrls, type PreviewUrls } from './preview-urls.ts';
export { sendPicture } from './send-picture.ts';
export { UploadStep } from './UploadStep.tsx';
export { createUploadQueue, type UploadQueue } from './upload-queue.ts';
