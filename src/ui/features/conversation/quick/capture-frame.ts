/** One frame of what the user chooses in the browser's own dialog, as PNG; `null` if they choose nothing. */
export async function captureFrame(devices: Pick<MediaDevices, 'getDisplayMedia'>): Promise<Blob | null> {
  let stream: MediaStream;
  try {
    stream = await devices.getDisplayMedia({ video: true, audio: false });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw error;
  }
  const video = document.createElement('video');
  try {
    video.muted = true;
    video.srcObject = stream;
    await video.play();
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/png');
    });
  } finally {
    video.srcObject = null;
    for (const track of stream.getTracks()) track.stop();
  }
}
