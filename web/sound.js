// The sound of a stone, synthesised.

/** @type {AudioContext | null} */
let context = null;

export function knock() {
  context ??= new AudioContext();
  const length = 0.06;
  const buffer = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 6;
  const source = new AudioBufferSourceNode(context, { buffer });
  const wood = new BiquadFilterNode(context, { type: 'bandpass', frequency: 1400, Q: 1.6 });
  source.connect(wood).connect(context.destination);
  source.start();
}
