import { RECORDING_TYPES, type RecordingType } from '#contract/dictation.ts';

export interface Recording {
  sound: Blob;
  type: RecordingType;
  seconds: number;
}

export interface Recorder {
  /** How loud it is now, from 0 to 1. */
  level: () => number;
  /** Ends the recording, and resolves with it. */
  stop: () => Promise<Recording>;
}

/** Speech is understood at this rate, and 20 minutes of it are 5 MB. */
const BITS_PER_SECOND = 32_000;
/** Speech of usual loudness fills the scale. */
const GAIN = 6;

/**
 * Records the microphone. `onLost`: it was taken away or unplugged; what was recorded until then is there. Rejects with
 * the browser's reason if it gives no microphone.
 */
export async function openRecorder(onLost: () => void): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  try {
    return record(stream, onLost);
  } catch (error) {
    stopTracks(stream);
    throw error;
  }
}

/** Nothing else lets go of the microphone. */
function stopTracks(stream: MediaStream): void {
  for (const one of stream.getTracks()) one.stop();
}

function record(stream: MediaStream, onLost: () => void): Recorder {
  const [track] = stream.getAudioTracks();
  const began = performance.now();
  const type = RECORDING_TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  const recorder = new MediaRecorder(stream, { ...(type && { mimeType: type }), audioBitsPerSecond: BITS_PER_SECOND });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()));
  recorder.start();
  const meter = openMeter(stream);
  track?.addEventListener('ended', onLost);
  return {
    level: meter.level,
    async stop() {
      const seconds = (performance.now() - began) / 1000;
      track?.removeEventListener('ended', onLost);
      if (recorder.state !== 'inactive') recorder.stop();
      await ended;
      stopTracks(stream);
      meter.close();
      return { sound: new Blob(pieces, { type: recorder.mimeType }), type: typeOf(recorder.mimeType), seconds };
    },
  };
}

/** Of a type with its codec: `audio/webm;codecs=opus`. */
const typeOf = (mimeType: string): RecordingType =>
  RECORDING_TYPES.find((one) => mimeType.startsWith(one)) ?? 'audio/webm';

function openMeter(stream: MediaStream): { level: () => number; close: () => void } {
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 1024 });
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      return Math.min(1, Math.sqrt(power) * GAIN);
    },
    close: () => void context.close(),
  };
}
