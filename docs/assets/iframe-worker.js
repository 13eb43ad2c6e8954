// Browsers start no worker for a page that was opened from a folder. There the search runs in a
// hidden frame instead, and is spoken to in the same way.
if (location.protocol === "file:") {
  window.Worker = class {
    onmessage = null;
    onerror = null;

    constructor(url) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (message) => this.onmessage?.({ data: structuredClone(message) });
      const script = inside.document.createElement("script");
      script.src = url;
      script.onerror = (event) => this.onerror?.(event);
      this.ready = new Promise((resolve) => (script.onload = resolve));
      inside.document.body.append(script);
    }

    postMessage(message) {
      const data = structuredClone(message);
      this.ready.then(() => this.frame.contentWindow?.onmessage({ data }));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
