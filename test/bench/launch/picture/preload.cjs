require('electron');
