set(AB_OS linux)
