import type { PictureLimits, SentPicture } from '#core/pictures/sent-picture.ts';
import type { WorkerPort, WorkerReply, WorkerRequest } from '#workers/worker-calls.ts';

export interface PictureMethods {
  draw: { args: { picture: Blob; limits: PictureLimits }; result: SentPicture; progress: never };
}

export type PictureRequest = WorkerRequest<PictureMethods>;
export type PictureReply = WorkerReply<PictureMethods, string>;
export type PicturePort = WorkerPort<PictureRequest, PictureReply>;
