import { errorMessage } from '#core/thrown.ts';
import { serveWorker } from '#workers/worker-calls.ts';
import { drawPicture } from './draw-picture.ts';
import type { PictureMethods, PictureReply, PictureRequest } from './picture-messages.ts';

const answer = serveWorker<PictureMethods, string>(
  { draw: ({ picture, limits }) => drawPicture(picture, limits) },
  {
    post: (reply: PictureReply) => postMessage(reply),
    toFailure: (error, aborted) => (aborted ? null : errorMessage(error)),
  },
);

addEventListener('message', ({ data }: MessageEvent<PictureRequest>) => void answer(data));
