export { openOriginal, originalTypes } from './open-original.ts';
export { readSquare } from './read-square.ts';
export { createReceiveUpload } from './receive-upload.ts';
export { removeOldPictures } from './remove-old-pictures.ts';
export { emptyPictures, forgetPictures, pictureHandlers } from './remove-pictures.ts';
export { claimUploads, knownUploads } from './repo.ts';
export { uploadRoutes } from './routes.ts';
export { sweepUploads } from './sweep-uploads.ts';
export { pictureId, pictureUrls } from './urls.ts';
