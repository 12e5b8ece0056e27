import './look/base.css';

import { mount } from 'svelte';

import Page from './Page.svelte';

const target = document.getElementById('page');
if (target) mount(Page, { target });
