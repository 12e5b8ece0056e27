// The moving picture can be stopped, and stands still for those who ask their system for less motion.
(function () {
  'use strict';
  const film = document.querySelector('.film');
  const pause = document.getElementById('pause');
  const less = window.matchMedia('(prefers-reduced-motion: reduce)');
  const shots = film.querySelectorAll('.said .shot').length;
  let still = 1;

  function show() {
    for (let n = 0; n < shots; n++) film.classList.toggle('at-' + n, less.matches && n === still);
    pause.textContent = less.matches ? 'Next moment' : film.classList.contains('paused') ? 'Play' : 'Pause';
    pause.hidden = false;
  }
  pause.addEventListener('click', () => {
    if (less.matches) still = (still + 1) % shots;
    else pause.setAttribute('aria-pressed', String(film.classList.toggle('paused')));
    show();
  });
  less.addEventListener('change', show);
  show();
})();
