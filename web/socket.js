// The engine of `tengen web`, at the other end of a WebSocket.
import { Engine } from './engine.js';

/**
 * @typedef {import('./engine.js').State} State
 * @typedef {import('./engine.js').Question} Question
 */

/** Questions bring their position along, so when the connection is lost, those that are open are asked again on the next one. */
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
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      this.socket = null;
      this.onstate('lost');
      this.look();
    };
  }

  /** Tries again after a while, unless the program is another one by now. */
  async look() {
    await new Promise((done) => setTimeout(done, this.wait));
    this.wait = Math.min(this.wait * 1.6, 4000);
    const there = await fetch('./', { method: 'HEAD' }).catch(() => null);
    if (there?.status === 403) this.onstate('gone');
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
