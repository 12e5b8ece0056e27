/* On the other pages of a site than the game's: keeps the site in this browser when it is at rest, so that it opens without network. */
{
  const { src } = document.currentScript;
  const REST = 5000;
  addEventListener('load', () => setTimeout(() => {
    // Missing over plain HTTP, and in some private windows.
    navigator.serviceWorker?.register(new URL('sw.js', src)).then(() => navigator.serviceWorker.ready).then(({ active }) => active.postMessage('rest'), () => undefined);
  }, REST));
}
