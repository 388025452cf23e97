// The engine of `tengen web`, over a WebSocket.
import { Engine } from './tengen/engine.js';

/**
 * @typedef {import('./tengen/engine.js').State} State
 * @typedef {import('./tengen/engine.js').Question} Question
 */

/** Each question contains its position, so open questions are simply sent again after a reconnection. */
class SocketEngine extends Engine {
  /** @param {string} url @param {(state: State) => void} onstate */
  constructor(url, onstate) {
    super(onstate);
    this.url = url;
    this.wait = 300;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.url);
    socket.onopen = () => {
      this.socket = socket;
      this.wait = 300;
      this.sendAll();
      this.onstate('open');
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => {
      this.socket = null;
      this.onstate('lost');
      this.reconnect();
    };
  }

  /** Reconnects after a delay, unless Tengen was restarted (its token has changed). */
  async reconnect() {
    await new Promise((done) => setTimeout(done, this.wait));
    this.wait = Math.min(this.wait * 1.6, 4000);
    const response = await fetch('./', { method: 'HEAD' }).catch(() => null);
    if (response?.status === 403) this.onstate('gone');
    else this.connect();
  }

  /** @override @param {number} id @param {Question} question */
  send(id, question) {
    this.socket?.send(JSON.stringify({ id, ...question }));
  }
}

/** @param {(state: State) => void} onstate */
export function connect(onstate) {
  const url = new URL('engine', location.href);
  url.protocol = 'ws:';
  url.hash = '';
  return new SocketEngine(url.href, onstate);
}
